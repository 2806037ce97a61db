/** The current screen, for React components. */
import { useSyncExternalStore } from "react";
import { getScreen, onScreen, type Screen } from "./screens.client.ts";

export const useScreen = (): Screen => useSyncExternalStore(onScreen, getScreen);
