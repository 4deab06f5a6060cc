import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

describe("a query that does not find what it looks for", () => {
  beforeEach(() => {
    document.body.innerHTML = "<p>Saved</p>";
  });

  it("shows the page: at once, or when it has waited for it", async () => {
    const shown = /Unable to find .*Paid[^]*Saved/;
    expect(() => screen.getByText("Paid")).toThrow(shown);
    await expect(screen.findByText("Paid", {}, { timeout: 1 })).rejects.toThrow(shown);
  });

  it("does not print the page each time that it looks again", async () => {
    const looks: string[] = [];
    const looking = waitFor(() => {
      try {
        screen.getByText("Paid");
      } catch (error) {
        looks.push(String(error));
        throw error;
      }
    });
    document.body.innerHTML = "<p>Paid</p>";
    await looking;
    expect(looks).toEqual([expect.not.stringContaining("Saved")]);
  });
});
