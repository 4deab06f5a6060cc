import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type AnchorProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { readonly ref?: Ref<HTMLAnchorElement> };

function Anchor({ ref, ...props }: AnchorProps) {
  return <Button component="a" {...(ref === undefined ? {} : { ref })} {...props} />;
}

/** A link that looks like a button: `<ButtonLink to={paths.newAccount}>`. */
export const ButtonLink = createLink(Anchor);
