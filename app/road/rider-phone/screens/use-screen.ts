/** The current screen, for React components. */
import { useSyncExternalStore } from "react";
import { getScreen, onScreen, type OpenScreen } from "./screens.client.ts";

export const useScreen = (): OpenScreen => useSyncExternalStore(onScreen, getScreen);
