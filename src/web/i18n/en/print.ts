/** The texts around everything that is printed. */
export const print = {
  bar: "Printing",
  print: "Print",
  printing: "Printing...",
  back: "Back",
} as const;
