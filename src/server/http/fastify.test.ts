import { Agent, get, type IncomingMessage } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "#server/config.ts";

import { createFastify } from "./fastify.ts";
import { createLog } from "./log.ts";

test("a server that stops ends the line behind each answer, a refusal as well", async () => {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const server = createFastify({ config, log: createLog("silent") });
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  server.addHook("preClose", () => held);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const refused = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get(`${address}/nowhere`, { agent }, (answer) => answer.resume().on("end", () => resolve(answer))).on("error", reject);
    });
  expect((await refused()).headers).toMatchObject({ connection: "keep-alive" });
  const stopped = server.close();
  const last = await refused();
  expect(last.statusCode).toBe(404);
  expect(last.headers).toMatchObject({ connection: "close" });
  goOn();
  await stopped;
});
