import { setNonce } from "get-nonce";

/** The nonce of this response, by which the content security policy knows the style elements made at run time. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

// The scroll lock of open dialogs makes its style element through a package of its own, which asks here.
setNonce(styleNonce());
