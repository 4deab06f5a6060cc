import { act } from "@testing-library/react";
import { vi } from "vitest";

/** A browser that paints when the test says so. */
export interface Frames {
  /** Paints what stands on the page, and lets what has waited for it go on. */
  paint(): Promise<void>;
  /** Lets so many milliseconds go by without painting anything. */
  wait(ms: number): Promise<void>;
}

/** Takes the frames and the clock of the browser into the test's hands, until it is over. */
export function holdFrames(): Frames {
  const asked: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => asked.push(frame));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const wait = async (ms: number): Promise<void> => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
  return {
    wait,
    paint: async () => {
      for (const frame of asked.splice(0)) frame(performance.now());
      await wait(1);
    },
  };
}
