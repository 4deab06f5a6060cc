import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { LoadError } from "./load-error.tsx";
import { ReadOn } from "./read-on.tsx";

const failed = new Error("The server is away");

/** A list whose next page does not come at first, and is the last. */
function List() {
  const [error, setError] = useState<Error | null>(null);
  const [hasNextPage, setNext] = useState(true);
  const fetchNextPage = (): void => {
    if (error === null) setError(failed);
    else {
      setError(null);
      setNext(false);
    }
  };
  const state = { hasNextPage, isFetchingNextPage: false, isFetchNextPageError: error !== null, error, fetchNextPage };
  return (
    <>
      <ReadOn list={state} label="Load more" failed="More could not be loaded" />
      <button type="button">After it</button>
    </>
  );
}

it("the next key goes on at the end of a list, whatever reading on has come to", async () => {
  await stage(<List />);
  const user = userEvent.setup({ delay: null });
  const place = screen.getByRole("button", { name: "Load more" }).parentElement;
  screen.getByRole("button", { name: "Load more" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("More could not be loaded");
  expect(document.activeElement).toBe(place);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Retry" }));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(place));
  expect(place?.textContent).toBe("End of the list");
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "After it" }));
});

/** A page that is loaded once it is asked for again. */
function Once() {
  const [error, setError] = useState<Error | undefined>(failed);
  return (
    <>
      <h1 tabIndex={-1}>A page</h1>
      {error === undefined ? "Loaded" : <LoadError error={error} onRetry={() => setError(undefined)} />}
    </>
  );
}

it("Retry leaves the focus on the heading of what it has loaded", async () => {
  await stage(<Once />);
  screen.getByRole("button", { name: "Retry" }).focus();
  await userEvent.setup({ delay: null }).keyboard("{Enter}");
  await screen.findByText("Loaded");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "A page" }));
});
