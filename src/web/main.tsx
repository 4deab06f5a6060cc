// First of all: the modules of the contract make schemas as they are loaded.
import "./lib/schemas-without-eval.ts";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/vazirmatn/wght.css";
import "./theme.css";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { me } from "#contract/auth.ts";
import { assert } from "#kernel/assert.ts";

// Before whatever uses it.
import "./lib/browser-gaps.ts";
import { fetchSpeech } from "./i18n/speech.ts";
import { browserLanguage } from "./i18n/wanted.ts";
import { queryClient, read } from "./lib/query.ts";
import { refuseStrayDrops } from "./lib/stray-drops.ts";
import { Appearance } from "./shell/appearance.tsx";
import { Start } from "./shell/start.tsx";
// Takes the tab's name for itself on whatever page this begins: a tab that is duplicated there must not have it too.
import "./ui/entry/drafts.ts";

// Asked before anything is drawn: the answers decide what will be, and in which language.
void queryClient.prefetchQuery(read(me));
fetchSpeech(browserLanguage());
refuseStrayDrops(document);

const element = document.getElementById("root");
assert(element !== null, "index.html has a root");

createRoot(element).render(
  <StrictMode>
    <Appearance>
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-center" containerWidth={380} zIndex={1000} />
        <Start />
      </QueryClientProvider>
    </Appearance>
  </StrictMode>,
);
