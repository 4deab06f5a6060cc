/** What a browser says about itself, in words: where, and with what. The order matters: most browsers also claim to be others. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux|X11/, "Linux"],
];

/** What a session was begun with. */
export interface Device {
  /** The browser, or the program where it is none; undefined when it does not say. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isHandheld: boolean;
}

/** Reads a User-Agent header. It is the visitor's own word: good enough to recognise one's telephone by, and for nothing else. */
export function deviceOf(userAgent: string | null): Device {
  const said = userAgent ?? "";
  const named = (names: typeof browsers): string | undefined => names.find(([pattern]) => pattern.test(said))?.[1];
  const program = /^([\w.-]{1,40})(?:[/ ]|$)/.exec(said)?.[1];
  return {
    browser: named(browsers) ?? (program === "Mozilla" ? undefined : program),
    system: named(systems),
    isHandheld: /iPhone|iPad|Android|Mobile/.test(said),
  };
}
