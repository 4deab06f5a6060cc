import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { createExternalDatabase } from "#test/support/database.ts";

import { openExternal } from "./external.ts";

// For "localhost", good until 2126, and vouched for by nobody.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUTIlx1eeVJtr1QB0jn5fJ5ntdLMIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIyMjIwOFoYDzIxMjYxMTAx
MjIyMjA4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ0qQyqPZuWUqynWhZ1N4tcto6OOE52IAQFGwaE2qWEhAhlBIT93kP9
zlcLKNiTQihK1gDdVApxjRuKvDPpxbAQo2kwZzAdBgNVHQ4EFgQU5cPhd0PPA8dE
1SYgORjXrOYkDqcwHwYDVR0jBBgwFoAU5cPhd0PPA8dE1SYgORjXrOYkDqcwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAJ5Jfjv7qWxdLdabBKpn0FhO8Pq2Vn7F9JiQ+eJGrlRlAiEAsNy62zSQ
LW3H7MevpRXkESooHqi/kzzfU2/dL1g8Lcs=
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsSffDBsXo6IQFaGm
VSLWtFILCnjWOZh3z4ZFBzNzx0qhRANCAAQ0qQyqPZuWUqynWhZ1N4tcto6OOE52
IAQFGwaE2qWEhAhlBIT93kP9zlcLKNiTQihK1gDdVApxjRuKvDPpxbAQ
-----END PRIVATE KEY-----
`;

const folder = mkdtempSync(join(tmpdir(), "sarraf-tls-"));
const fileOf = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Somebody who agrees to TLS as PostgreSQL does, shows the certificate, and hangs up. */
const listener = createServer((socket: Socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    socket.write("S");
    new TLSSocket(socket, { isServer: true, key, cert: certificate })
      .on("error", () => undefined)
      .once("data", () => socket.destroy());
  });
});
beforeAll(() => new Promise<void>((resolve) => void listener.listen(0, "127.0.0.1", resolve)));
afterAll(() => rmSync(folder, { recursive: true }));
afterAll(() => new Promise<void>((resolve) => void listener.close(() => resolve())));

/** What a start says to an address of there. */
function saidTo(parameters: Readonly<Record<string, string>>, directUrl?: string): Promise<string> {
  const url = new URL(`postgres://office:secret@localhost:${String((listener.address() as AddressInfo).port)}/office`);
  url.search = new URLSearchParams({ sslmode: "verify-full", ...parameters }).toString();
  return openExternal({ databaseUrl: url.href, directUrl }).then(
    () => "it is open",
    (error: unknown) => String(error),
  );
}

test.each(["sslrootcert", "sslcert", "sslkey"])(
  "a %s that is not there is named, with the address that names it",
  async (name) => {
    expect(await saidTo({ [name]: "/nowhere/ca.pem" })).toMatch(
      new RegExp(
        `^StartError: DATABASE_URL names /nowhere/ca\\.pem as ${name}, which cannot be used \\(ENOENT[^\n]*\\): check that path\\.$`,
      ),
    );
  },
);

test("a root certificate that is none is not taken for one that trusts nobody", async () => {
  const none = fileOf("none.pem", "not a certificate");
  expect(await saidTo({ sslrootcert: none })).toContain(`DATABASE_URL names ${none} as sslrootcert, which cannot be used (`);
});

const ofAnother = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export({
  type: "pkcs8",
  format: "pem",
});

test.each([
  ["sslrootcert", "in DER", new X509Certificate(certificate).raw],
  ["sslcert", "in DER", new X509Certificate(certificate).raw],
  ["sslkey", "that is none", "not a key"],
  ["sslkey", "of another certificate", ofAnother],
])("a %s %s is named, and not a database that does not run", async (name, _what, content) => {
  const wrong = fileOf("wrong.pem", content);
  const good = { sslrootcert: fileOf("ca.pem", certificate), sslcert: fileOf("cert.pem", certificate) };
  expect(await saidTo({ ...good, [name]: wrong })).toContain(`DATABASE_URL names ${wrong} as ${name}, which cannot be used (`);
});

test("a certificate with its key is taken, and an empty name for none", async () => {
  const good = { sslrootcert: fileOf("ca.pem", certificate), sslcert: fileOf("cert.pem", certificate) };
  const reached = "The database of DATABASE_URL cannot be reached (Connection terminated unexpectedly)";
  expect(await saidTo({ ...good, sslkey: fileOf("key.pem", key) })).toContain(reached);
  expect(await saidTo({ ...good, sslcert: "", sslkey: "" })).toContain(reached);
});

test("a database that nobody vouches for is told as that, and not as one that does not run; its own certificate is enough", async () => {
  expect(await saidTo({})).toContain(
    "The database of DATABASE_URL shows a certificate that nobody vouches for (self-signed certificate",
  );
  // Trusted, it is spoken to; and that was no PostgreSQL.
  expect(await saidTo({ sslrootcert: fileOf("ca.pem", certificate) })).toContain(
    "The database of DATABASE_URL cannot be reached (Connection terminated unexpectedly)",
  );
});

test("a pooler that nobody vouches for is told as that, too", async () => {
  const { url, remove } = await createExternalDatabase();
  onTestFinished(remove);
  expect(await saidTo({}, url)).toContain(
    "The database of DATABASE_URL shows a certificate that nobody vouches for (self-signed certificate",
  );
});
