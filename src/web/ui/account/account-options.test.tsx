import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { test } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountPicker } from "./account-picker.tsx";

test("codes of figures and of letters stand at one side of the names, from whichever side the page is read", async () => {
  const found = [
    accountRow({ id: 101, accountCode: "2013", accountName: "Karim" }),
    accountRow({ id: 102, accountCode: "AC1004", accountName: "Laila" }),
  ];
  replyingOffice({ "GET /api/accounts": { body: found } });
  await stage(<AccountPicker label="Account" value={null} onChange={() => undefined} />);
  await userEvent.setup({ delay: null }).click(screen.getByRole("combobox", { name: "Account" }));
  for (const { accountCode } of found) expectAlone(await screen.findByText(accountCode));
});
