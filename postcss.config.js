/** Rules that style sheets need below widths of their own, where no class could carry them. */
const mixins = {
  /** Heard and not seen: the head of a table whose rows are cards. */
  "only-heard": {
    position: "absolute",
    "inline-size": "1px",
    "block-size": "1px",
    overflow: "hidden",
    "clip-path": "inset(50%)",
  },
  /** A column of figures, whose points stand below each other: figures run from left to right whichever way the page is read. */
  figures: {
    "text-align": "right",
    "white-space": "nowrap",
  },
};

export default { plugins: { "postcss-preset-mantine": { mixins } } };
