import type { ReactNode } from "react";

import { BrandMark } from "./brand-mark.tsx";
import classes from "./splash.module.css";

/** The quiet moment before it is known who is there, or what prevents it. */
export function Splash({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={classes["splash"]}>
      {children === undefined ? (
        <BrandMark size={44} />
      ) : (
        <main className={classes["said"]}>
          <BrandMark size={44} />
          {children}
        </main>
      )}
    </div>
  );
}
