/** Finds the element whose text this is, in one piece or in several. */
export const whole =
  (text: string) =>
  (_piece: string, element: Element | null): boolean =>
    element?.textContent === text && [...element.children].every((child) => child.textContent !== text);
