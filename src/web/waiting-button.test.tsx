import { ActionIcon, Button, CloseButton, Menu } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import { stage } from "#web/testing/stage.tsx";

/** A form whose button waits from the first press on. */
function Waiting({
  as: As,
  onPress,
  onSubmit,
}: {
  as: typeof Button | typeof ActionIcon;
  onPress: () => void;
  onSubmit: () => void;
}) {
  const [isWaiting, setWaiting] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input aria-label="Field" />
      <As
        type="submit"
        aria-label="Press"
        loading={isWaiting}
        onClick={() => {
          setWaiting(true);
          onPress();
        }}
      />
    </form>
  );
}

it.each([
  ["button", Button],
  ["icon", ActionIcon],
])("a %s that waits keeps the focus, and does nothing until it has waited", async (_what, as) => {
  const [onPress, onSubmit] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await stage(<Waiting as={as} onPress={onPress} onSubmit={onSubmit} />);
  const user = userEvent.setup({ delay: null });
  const button = screen.getByRole("button", { name: "Press" });
  button.focus();
  await user.keyboard("{Enter}");
  await user.keyboard("{Enter}");
  await user.click(button);
  await user.type(screen.getByLabelText("Field"), "{Enter}");
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledTimes(1);
  // The page of the tests leaves the focus on a disabled button, which no browser does.
  expect(button).toHaveProperty("disabled", false);
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

it("a button does not save the form around it, and one that cannot be pressed at all is disabled", async () => {
  const onSubmit = vi.fn<() => void>();
  await stage(
    <form onSubmit={onSubmit}>
      <Button>Other</Button>
      <Button disabled>Off</Button>
    </form>,
  );
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Other" }));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Off" })).toHaveProperty("disabled", true);
});

it("says that it takes the focus, without which Safari gives it none when it is pressed", async () => {
  await stage(
    <Menu opened>
      <Menu.Target>
        <Button>Open</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Item</Menu.Item>
      </Menu.Dropdown>
      <ActionIcon aria-label="Print" />
      <CloseButton aria-label="Close" />
    </Menu>,
  );
  for (const name of ["Open", "Print", "Close"])
    expect((await screen.findByRole("button", { name })).getAttribute("tabindex"), name).toBe("0");
  // Reached by the arrows, as before.
  expect((await screen.findByRole("menuitem")).getAttribute("tabindex")).toBe("-1");
});
