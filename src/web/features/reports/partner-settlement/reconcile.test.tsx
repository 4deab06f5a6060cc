import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactElement } from "react";
import { expect, it, vi } from "vitest";

import type { Reconciliation } from "#contract/partner-reconciliations.ts";
import type { ReportAccount } from "#contract/reports.ts";
import { isolated } from "#web/lib/format.ts";
import { refusal, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading } from "#web/testing/uploads.ts";

import { ReconcilePanel } from "./reconcile.tsx";

const london: ReportAccount = { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false };
const place = { partner: "120", list: "", settlement: "", currency: "", tab: "reconcile", from: "2026-03-01", to: "" } as const;

const row = {
  verdict: "matched",
  row: 5,
  hawalaNo: "LON-1",
  receiverName: "Mursal",
  hawalaId: 9,
  hawalaStatus: "Passed",
  transactionDate: "2026-03-10",
  currency: "AFN",
  hereCurrency: "AFN",
  here: "9200.00",
  there: "9200.00",
  differences: [],
  faults: [],
} as const;

function found(given: Partial<Reconciliation> = {}): Reconciliation {
  return {
    fileName: "march.xlsx",
    sheetName: "List",
    otherSheets: ["Cover"],
    counts: { matched: 1, different: 1, missingHere: 0, missingThere: 1, repeated: 0, faulty: 0 },
    totals: [{ verdict: "different", currency: "AFN", hawalas: 1, here: "9000.00", there: "9200.00" }],
    rows: [
      { ...row, differences: [], faults: [] },
      {
        ...row,
        verdict: "different",
        row: 6,
        hawalaNo: "LON-2",
        hawalaId: 10,
        here: "9000.00",
        differences: [{ field: "rAmount", here: "9000.00", there: "9200.00" }],
        faults: [],
      },
      { ...row, verdict: "missingThere", row: null, hawalaNo: "LON-3", hawalaId: 11, there: null, differences: [], faults: [] },
    ],
    skipped: [],
    skippedLines: 0,
    ...given,
  };
}

async function panel(
  answers: readonly (Said | "never")[],
  element: ReactElement = <ReconcilePanel partner={london} place={place} />,
) {
  const sent = uploading(answers);
  await stage(element);
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const drop = (name: string) => user.upload(screen.getByLabelText("Partner's sheet"), new File(["PK"], name));
  const press = async (name: string | RegExp) => {
    const button = screen.getByRole<HTMLButtonElement>("button", { name });
    // What was chosen has to be read first.
    await waitFor(() => expect(button.disabled).toBe(false));
    await user.click(button);
  };
  return { sent, user, drop, press };
}

it("lays his sheet beside ours: verdicts in words, differences field by field, one verdict at a time", async () => {
  const { sent, drop, press } = await panel([{ body: found() }]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Reconcile" }).disabled).toBe(true);
  await drop("march.xlsx");
  await screen.findByText("march.xlsx");
  await press("Reconcile");
  const rows = within(await screen.findByRole("table", { name: "Rows" }));
  expect(rows.getByText("R Amount: ours 9000.00, theirs 9200.00")).toBeDefined();
  expect(screen.getByText(`Sheet List of march.xlsx · Not read: ${isolated("Cover")}`)).toBeDefined();
  await press("Missing there (1)");
  expect(rows.getByRole("link", { name: "Hawala LON-3" })).toBeDefined();
  expect(rows.queryByRole("link", { name: "Hawala LON-1" })).toBeNull();
  expect(sent[0]).toMatchObject({ method: "POST", address: "/api/reports/partner-settlement/reconcile" });
  expect([...(sent[0]?.form.keys() ?? [])]).toEqual(["partnerAccountId", "fromDate", "file"]);
});

it("shows each side of a row in its own currency", async () => {
  const differences = [{ field: "currency" as const, here: "AFN", there: "USD" }];
  const other = {
    ...row,
    verdict: "different" as const,
    currency: "USD",
    here: "9000.00",
    there: "100.00",
    differences,
    faults: [],
  };
  const { drop, press } = await panel([{ body: found({ rows: [other] }) }]);
  await drop("march.xlsx");
  await press("Reconcile");
  const rows = within(await screen.findByRole("table", { name: "Rows" }));
  expect(rows.getByText("9,000.00 AFN")).toBeDefined();
  expect(rows.getByText("100.00 USD")).toBeDefined();
});

function Moved() {
  const [from, setFrom] = useState("2026-03-01");
  return (
    <>
      <button type="button" onClick={() => setFrom(from === "" ? "2026-03-01" : "")}>
        Move
      </button>
      <ReconcilePanel partner={london} place={{ ...place, from }} />
    </>
  );
}

it("of another period shows no result, and exports that of the period it was made for", async () => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
  const { sent, drop, press, user } = await panel([{ body: found() }, { body: "file" }], <Moved />);
  await drop("march.xlsx");
  await press("Reconcile");
  await screen.findByRole("table", { name: "Rows" });
  await press("Move");
  expect(screen.queryByRole("table", { name: "Rows" })).toBeNull();
  await press("Move");
  await press("Export");
  await user.click(await screen.findByRole("menuitem", { name: "Plain table (.csv)" }));
  expect(sent.map(({ form }) => form.get("fromDate"))).toEqual(["2026-03-01", "2026-03-01"]);
});

it("lists the lines of his sheet that were left out", async () => {
  const skipped = [{ row: 9, text: "جمله · 7250" }];
  const { drop, press } = await panel([{ body: found({ skipped, skippedLines: 1 }) }]);
  await drop("march.xlsx");
  await press("Reconcile");
  const lines = within(await screen.findByRole("region", { name: "Left out: 1 row" })).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual(["Row 9 جمله · 7250"]);
});

it("says that everything agrees", async () => {
  const counts = { matched: 1, different: 0, missingHere: 0, missingThere: 0, repeated: 0, faulty: 0 };
  const { drop, press } = await panel([{ body: found({ counts, rows: [{ ...row, differences: [], faults: [] }] }) }]);
  await drop("march.xlsx");
  await press("Reconcile");
  expect(await screen.findByText("Everything agrees: 1 hawala.")).toBeDefined();
});

it("refuses what is no sheet before it is sent, and tells why the server could not read one", async () => {
  const { sent, drop, press } = await panel([refusal(422, "unreadable", "This file is protected by a password")]);
  await drop("march.pdf");
  expect((await screen.findByRole("alert")).textContent).toBe("Choose an .xls, .xlsx or .ods file");
  await drop("march.xlsx");
  await press("Reconcile");
  expect(await screen.findByText("This file is protected by a password")).toBeDefined();
  expect(sent).toHaveLength(1);
});

it("sends the sheet as it was when it was chosen, whatever becomes of it on the disk", async () => {
  const { sent, user, press } = await panel([{ body: found() }]);
  const then = new TextEncoder().encode("as it was").buffer;
  const file = Object.assign(new File(["saved anew since"], "march.xlsx"), { arrayBuffer: async () => then });
  await user.upload(screen.getByLabelText("Partner's sheet"), file);
  await screen.findByText("march.xlsx");
  await press("Reconcile");
  await screen.findByRole("table", { name: "Rows" });
  const content = sent[0]?.form.get("file");
  expect(content instanceof File && (await content.text())).toBe("as it was");
});

it("says that a sheet cannot be read, and shows no result of one that was chosen before", async () => {
  const { user, drop, press } = await panel([{ body: found() }]);
  await drop("march.xlsx");
  await press("Reconcile");
  await screen.findByRole("table", { name: "Rows" });
  const locked = Object.assign(new File(["PK"], "april.xlsx"), { arrayBuffer: () => Promise.reject(new DOMException("Locked")) });
  await user.upload(screen.getByLabelText("Partner's sheet"), locked);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "The browser cannot read this file. If it is open in another program, close it there and choose it again",
  );
  expect(screen.queryByRole("table", { name: "Rows" })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Reconcile" }).disabled).toBe(true);
});
