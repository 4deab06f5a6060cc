import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { defaultPreferences } from "#contract/profile.ts";
import { SignInPage } from "#web/features/auth/sign-in-page.tsx";
import { ScreensCard } from "#web/features/profile/screens-card.tsx";
import { speak } from "#web/i18n/speech.ts";
import { noteConnection } from "#web/lib/connection.ts";
import { usePreferences } from "#web/lib/preferences.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { AppliedPreferences } from "./appearance.tsx";
import { Spoken } from "./spoken.tsx";
import { Start } from "./start.tsx";

const dari = { brand: "صراف", signIn: "ورود", language: "زبان", inBrowser: "مثل همین براوزر" };
const inEnglish = () => screen.queryByRole("heading", { name: "Sarraf" });
const inDari = () => screen.queryByRole("heading", { name: dari.brand });
const page = () => [document.documentElement.lang, document.documentElement.dir];
const lacking = "\u2068دری\u2069 could not be loaded";
const healthy = { "GET /healthz": { body: { status: "ok" } } } as const;

/** Another tab chooses; no language takes back what was chosen. */
function choosesElsewhere(tag?: string): void {
  if (tag === undefined) localStorage.removeItem("sarraf-language");
  else localStorage.setItem("sarraf-language", tag);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "sarraf-language" })));
}

afterEach(async () => {
  choosesElsewhere();
  await act(() => speak("en"));
  noteConnection("up");
});

function reading(...languages: string[]): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

const signInScreen = () =>
  stage(
    <Spoken preference="auto">
      <SignInPage />
    </Spoken>,
  );

/** The card of the profile, on a screen that follows it. */
function Followed() {
  const [preferences] = usePreferences();
  return (
    <Spoken preference={preferences.language}>
      <AppliedPreferences preferences={preferences} />
      <ScreensCard />
    </Spoken>
  );
}

test("a language that does not come is said in English, and spoken as soon as the server answers again", async () => {
  reading("fa-AF", "en");
  const replies: Record<string, Said> = { "GET /healthz": "no answer" };
  replying(replies);
  await signInScreen();
  await screen.findByText(lacking);
  screen.getByText(/The server cannot be reached/);
  expect(inEnglish()).not.toBeNull();
  replies["GET /healthz"] = healthy["GET /healthz"];
  act(() => noteConnection("up"));
  await screen.findByRole("heading", { name: dari.brand });
  await waitFor(() => expect(screen.queryByText(lacking)).toBeNull());
});

test("where Dari is wanted nothing is drawn in English before it", async () => {
  reading("fa-AF", "en");
  const answer = Promise.withResolvers<Said>();
  replying({ "GET /healthz": () => answer.promise });
  const seen: (string | null)[] = [];
  const watching = new MutationObserver(() => seen.push(document.body.textContent));
  watching.observe(document.body, { childList: true, subtree: true, characterData: true });
  await signInScreen();
  answer.resolve({ body: { status: "ok" } });
  await screen.findByRole("heading", { name: dari.brand });
  watching.disconnect();
  expect(page()).toEqual(["fa-AF", "rtl"]);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => text?.includes("Sign In") === true)).toEqual([]);
});

test("the sign-in screen speaks what is chosen on it, at once, and what was typed stays", async () => {
  replying(healthy);
  const user = userEvent.setup({ delay: null });
  await signInScreen();
  await user.type(screen.getByLabelText("Username"), "amina");
  const choices = within(screen.getByRole("group", { name: "Language" }));
  const choice = (name: string) => choices.getByRole("button", { name });
  expect(["English", "دری"].map((name) => choice(name).lang)).toEqual(["en", "fa-AF"]);
  expect(choice("English").getAttribute("aria-pressed")).toBe("true");
  await user.click(choice("دری"));
  await screen.findByRole("heading", { name: dari.brand });
  expect(document.activeElement).toBe(choice("دری"));
  // The other language must not come under the pointer of a double click.
  expect(screen.getByRole("group", { name: dari.language }).dir).toBe("ltr");
  expect(choice("دری").getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByDisplayValue("amina")).toBeDefined();
  expect(page()).toEqual(["fa-AF", "rtl"]);
  expect(localStorage.getItem("sarraf-language")).toBe("fa-AF");
  await user.click(choice("English"));
  expect(inDari()).toBeNull();
  expect(page()).toEqual(["en", "ltr"]);
  expect(localStorage.getItem("sarraf-language")).toBe("en");
});

test("what was chosen in this browser goes before the browser's own languages", async () => {
  reading("en");
  replying(healthy);
  const user = userEvent.setup({ delay: null });
  const first = await signInScreen();
  await user.click(screen.getByRole("button", { name: "دری" }));
  first.unmount();
  await act(() => speak("en"));
  await signInScreen();
  await screen.findByRole("heading", { name: dari.brand });
  choosesElsewhere("en");
  expect(inEnglish()).not.toBeNull();
});

test("a person's own language holds at once, and the next sign-in screen speaks it", async () => {
  replying({
    ...healthy,
    "PATCH /api/profile/preferences": (body) => ({ body: { ...defaultPreferences, ...(body as object) } }),
  });
  const user = userEvent.setup({ delay: null });
  await stage(<Followed />);
  const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Language" });
  expect(choice.value).toBe("auto");
  expect(localStorage.getItem("sarraf-language")).toBeNull();
  await user.selectOptions(choice, "دری");
  const inItsWords = await screen.findByRole<HTMLSelectElement>("combobox", { name: dari.language });
  expect(page()).toEqual(["fa-AF", "rtl"]);
  expect(localStorage.getItem("sarraf-language")).toBe("fa-AF");
  // As the browser has it, which remembers.
  await user.selectOptions(inItsWords, dari.inBrowser);
  expect(page()).toEqual(["fa-AF", "rtl"]);
  await user.selectOptions(inItsWords, "English");
  await screen.findByRole("combobox", { name: "Language" });
  expect(page()).toEqual(["en", "ltr"]);
  expect(localStorage.getItem("sarraf-language")).toBe("en");
});

test("a language that could not be kept is taken back, and the browser does not remember it", async () => {
  const answer = Promise.withResolvers<Said>();
  replying({ ...healthy, "PATCH /api/profile/preferences": () => answer.promise });
  const user = userEvent.setup({ delay: null });
  await stage(<Followed />);
  await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "دری");
  await screen.findByRole("combobox", { name: dari.language });
  answer.resolve(refusal(503, "busy", "The server is busy at the moment"));
  expect((await screen.findByRole<HTMLSelectElement>("combobox", { name: "Language" })).value).toBe("auto");
  expect(page()).toEqual(["en", "ltr"]);
  expect(localStorage.getItem("sarraf-language")).toBeNull();
});

test("whose password is to be changed reads so in their language, and has the switch, too", async () => {
  replying(healthy);
  const user = userEvent.setup({ delay: null });
  await stage(<Start />, { user: { mustChangePassword: true, preferences: { ...defaultPreferences, language: "fa-AF" } } });
  await screen.findByRole("heading", { name: "رمز عبور خود را تغییر دهید" });
  await user.click(screen.getByRole("button", { name: "تغییر رمز عبور" }));
  await screen.findByText("رمز عبور فعلی ضروری است");
  await user.click(screen.getByRole("button", { name: "English" }));
  await screen.findByRole("heading", { name: "Change your password" });
  // What was said of a field before, too.
  expect(screen.getByText("Current password is required")).toBeDefined();
});

test("why the password is asked for again is said in the language that is chosen then", async () => {
  replying({
    ...healthy,
    "POST /api/auth/login": { body: { secondFactorRequired: true, challenge: "c", expiresInSeconds: 300 } },
    "POST /api/auth/second-factor": refusal(401, "not_signed_in", "This sign-in has expired. Enter your password again"),
  });
  const user = userEvent.setup({ delay: null });
  await signInScreen();
  await user.type(screen.getByLabelText("Username"), "amina");
  await user.type(screen.getByLabelText("Password"), "secret word{Enter}");
  await user.type(await screen.findByLabelText("Code"), "123456{Enter}");
  await screen.findByText("This sign-in has expired. Enter your password again");
  await user.click(screen.getByRole("button", { name: "دری" }));
  expect(await screen.findByText("وقت این ورود تمام شد. رمز عبور را دوباره بنویسید")).toBeDefined();
});

test("of two choices the later one is spoken, whichever comes first", async () => {
  replying(healthy);
  vi.resetModules();
  const { speak: say } = await import("#web/i18n/speech.ts");
  const { i18n } = await import("#web/i18n/setup.ts");
  const coming = say("fa-AF");
  await say("en");
  await coming;
  expect([i18n.language, ...page()]).toEqual(["en", "en", "ltr"]);
});
