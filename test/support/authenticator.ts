import { TOTP } from "otpauth";

const period = 30;

/** The code that a person's authenticator shows, now or so many steps later (earlier, where negative). */
export function codeOf(secret: string, stepsLater = 0): string {
  return new TOTP({ secret, period }).generate({ timestamp: Date.now() + stepsLater * period * 1000 });
}

/** Six digits that are no code of this authenticator anywhere near the present moment. */
export function wrongCodeFor(secret: string): string {
  const near = new Set(Array.from({ length: 9 }, (_, index) => codeOf(secret, index - 4)));
  for (let candidate = 0; ; candidate += 1) {
    const code = String(candidate).padStart(6, "0");
    if (!near.has(code)) return code;
  }
}
