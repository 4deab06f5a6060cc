import { useState, type ClipboardEvent, type DragEvent } from "react";

import { i18n } from "#web/i18n/setup.ts";
import { isTextField } from "#web/lib/text-field.ts";
import { toast } from "#web/lib/toast.ts";

/**
 * For a place that takes an image also where it is dropped on it, or pasted while the focus is in it: what the place listens to, and
 * that something is held over it. Takes one at a time. Text is left to the field that it was dropped on or pasted into. A failure is
 * told as one of the act.
 */
export function useGivenImage(act: string, take: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const takeOne = (files: FileList): void => {
    const [only] = files;
    if (files.length > 1) toast.error(i18n.t("ui:images.manyTitle"), i18n.t("ui:images.many"), act);
    else if (only !== undefined) take(only);
  };
  const hold = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setOver(true);
  };
  return {
    "data-over": isOver || undefined,
    onDragEnter: hold,
    onDragOver: hold,
    onDragLeave: (event: DragEvent): void => {
      // From one part of the place to another it is still over the place.
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      takeOne(event.dataTransfer.files);
    },
    onPaste: (event: ClipboardEvent): void => {
      const { files } = event.clipboardData;
      // A cell of a sheet is copied as its text and as an image of it.
      if (files.length === 0 || (isTextField(event.target) && event.clipboardData.types.includes("text/plain"))) return;
      event.preventDefault();
      takeOne(files);
    },
  };
}
