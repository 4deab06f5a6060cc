import { useState } from "react";

import type { AwaitedCode, SignedInUser } from "#contract/auth.ts";

import { CodeForm } from "./code-form.tsx";
import { CredentialsForm } from "./credentials-form.tsx";

export interface SignInFormProps {
  /** Who is expected; the password field then has the focus. */
  readonly expected?: string;
  readonly onSignedIn: (user: SignedInUser) => void;
}

/** Username and password, and then the code for those whose sign-in has a second step. */
export function SignInForm({ expected = "", onSignedIn }: SignInFormProps) {
  const [username, setUsername] = useState(expected);
  const [awaited, setAwaited] = useState<AwaitedCode>();
  const [ended, setEnded] = useState<Error>();
  const startAgain = (why?: Error): void => {
    setAwaited(undefined);
    setEnded(why);
  };
  if (awaited !== undefined) {
    return (
      <CodeForm challenge={awaited.challenge} username={username.trim()} onSignedIn={onSignedIn} onStartAgain={startAgain} />
    );
  }
  return (
    <CredentialsForm
      username={username}
      onUsername={setUsername}
      startsAtPassword={username !== ""}
      ended={ended}
      onAdmitted={(answer) => {
        setEnded(undefined);
        if ("secondFactorRequired" in answer) setAwaited(answer);
        else onSignedIn(answer);
      }}
    />
  );
}
