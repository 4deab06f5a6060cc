/** What the sheet on the page tells the browser of its pages: their size, and what stands at the foot of each. */
export function pageRule(): string {
  return [...document.head.querySelectorAll("style")].find(({ textContent }) => textContent.includes("@page"))?.textContent ?? "";
}
