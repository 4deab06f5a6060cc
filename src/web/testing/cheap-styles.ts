type Asked = typeof getComputedStyle;

/** What queries by role, a hand that clicks and what floats ask of each element and of all above it, and how a `style` says it. */
const askedOften: Readonly<Record<string, string>> = {
  display: "display",
  visibility: "visibility",
  pointerEvents: "pointer-events",
  position: "position",
  overflow: "overflow",
  overflowX: "overflow",
  overflowY: "overflow",
  transform: "transform",
  translate: "translate",
  scale: "scale",
  rotate: "rotate",
  perspective: "perspective",
  willChange: "will-change",
  contain: "contain",
};

/**
 * Tells how elements are shown as the page itself does (`asked`), which reads all styles anew for each question after each change, at most of what
 * a query by role costs. Where no style sheet and no `style` has a say, it follows from the kind of the element, of which the page is asked once. All
 * else the page is asked.
 */
export function cheapStyles(asked: Asked): Asked {
  const ofKinds = new Map<string, string>();

  const often = (element: Element, name: string, written: string): string => {
    const of = `${element.tagName} ${name}`;
    const known = ofKinds.get(of);
    if (known !== undefined && isUnsaid(element, written)) return known;
    const told: unknown = Reflect.get(asked(element), name);
    const value = typeof told === "string" ? told : "";
    if (isUnsaid(element, written)) ofKinds.set(of, value);
    return value;
  };

  return (element, pseudo) => {
    if (pseudo !== undefined || !element.isConnected) return asked(element, pseudo);
    const value = (name: string | symbol): string | undefined => {
      const written = typeof name === "string" ? askedOften[name] : undefined;
      return written === undefined || hasSheetFor(element.ownerDocument, written)
        ? undefined
        : often(element, String(name), written);
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_target, name) =>
        name === "getPropertyValue"
          ? (property: string) => value(property) ?? asked(element).getPropertyValue(property)
          : (value(name) ?? Reflect.get(asked(element), name)),
    });
  };
}

/** Whether nothing but its kind says this of an element: a dialog is shown as it is open, and what is hidden hides what stands in it. */
function isUnsaid(element: Element, written: string): boolean {
  if (element.tagName === "DIALOG") return false;
  for (let above: Element | null = element; above !== null; above = above.parentElement) {
    if (above.getAttribute("style")?.includes(written)) return false;
    if (written !== "visibility") return true;
  }
  return true;
}

/** Whether a style sheet of the page has a say in it. */
function hasSheetFor(page: Document, written: string): boolean {
  return [...page.getElementsByTagName("style")].some(({ textContent }) => textContent.includes(written));
}
