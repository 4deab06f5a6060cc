/** The texts around everything that is printed. */
export const print = {
  bar: "Printing",
  print: "Print",
  printing: "Printing...",
  back: "Back",
  unable: "This browser does not print",
  unableText: "Nothing is lost: open the office in another browser, such as Chrome, and print it there.",
} as const;
