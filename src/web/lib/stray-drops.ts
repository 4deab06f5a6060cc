import { isTextField } from "./text-field.ts";

/**
 * What is dropped where nothing takes it, a file or a link, a browser would open in place of the page or beside it, and whoever dropped it
 * would believe it taken, or the page lost. Nothing happens instead, and the pointer says so beforehand. A field takes a link as text.
 */
export function refuseStrayDrops(page: Document): void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer: dragged, target, defaultPrevented: isTaken } = event;
    if (isTaken || dragged === null || (isTextField(target) && !dragged.types.includes("Files"))) return;
    event.preventDefault();
    dragged.dropEffect = "none";
  };
  page.addEventListener("dragover", refuse);
  page.addEventListener("drop", refuse);
}
