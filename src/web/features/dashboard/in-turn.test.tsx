import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { holdFrames } from "#web/testing/frames.ts";
import { stage } from "#web/testing/stage.tsx";

import { InTurn } from "./in-turn.tsx";

const drawn = () => screen.queryAllByText(/^Chart/).map(({ textContent }) => textContent);

const stageCharts = () =>
  stage(
    <>
      {["Chart 1", "Chart 2", "Chart 3"].map((chart) => (
        <InTurn key={chart} fallback={`Waiting for ${chart}`}>
          <p>{chart}</p>
        </InTurn>
      ))}
    </>,
  );

test("charts are drawn one after another, each when the one before it has been painted", async () => {
  const { paint, wait } = holdFrames();
  await stageCharts();
  await wait(0);
  expect(drawn()).toEqual([]);
  await paint();
  expect(drawn()).toEqual(["Chart 1"]);
  await paint();
  expect(drawn()).toEqual(["Chart 1", "Chart 2"]);
  await paint();
  expect(drawn()).toEqual(["Chart 1", "Chart 2", "Chart 3"]);
});

test("charts are drawn in a window too that paints nothing", async () => {
  const { wait } = holdFrames();
  await stageCharts();
  for (let chart = 0; chart < 3; chart += 1) await wait(60);
  expect(drawn()).toHaveLength(3);
});
