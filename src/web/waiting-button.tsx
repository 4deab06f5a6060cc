import type { ComponentProps, MouseEvent } from "react";

interface WaitingButtonProps extends ComponentProps<"button"> {
  /** Set by the kit while the button is `loading`, together with `disabled`. */
  readonly "data-loading"?: boolean;
}

/**
 * The element of every button: while one is `loading` it refuses a press, and keeps the focus. The kit disables it, which would take
 * the focus away from whoever has pressed it, and the next key would begin at the head of the page.
 */
export function WaitingButton({ disabled, onClick, type = "button", ...props }: WaitingButtonProps) {
  const isWaiting = props["data-loading"] === true;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled === true && !isWaiting}
      {...(isWaiting ? { "aria-disabled": true } : {})}
      onClick={isWaiting ? refuse : onClick}
    />
  );
}

function refuse(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}
