/** A form with a file on its way to the server. */
export interface FormSending {
  readonly form: FormData;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  readonly onProgress: ((sent: number) => void) | undefined;
}

/**
 * Posts a form. `fetch` does not tell how much of a body has been sent, the older interface of the browser does. Answers and
 * fails as `fetch` would.
 */
export function postForm(address: string, { form, headers, signal, onProgress }: FormSending): Promise<Response> {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const abort = (): void => request.abort();
  request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
    if (lengthComputable && total > 0) onProgress?.(loaded / total);
  });
  request.addEventListener("load", () => resolve(responseOf(request)));
  request.addEventListener("error", () => reject(new TypeError("The form could not be sent")));
  request.addEventListener("abort", () => reject(signal.reason as Error));
  request.open("POST", address);
  // An answer may be a file.
  request.responseType = "arraybuffer";
  for (const [name, value] of headers) request.setRequestHeader(name, value);
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  signal.addEventListener("abort", abort);
  request.send(form);
  return promise.finally(() => signal.removeEventListener("abort", abort));
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.response as ArrayBuffer, { status: request.status, statusText: request.statusText, headers });
}
