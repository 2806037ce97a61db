/** WEB-8: with Save-Data, pictures are shown only on request. */
import { useRouteLoaderData } from "react-router";

export function usePictures(): boolean {
  const root = useRouteLoaderData("root") as { pictures?: boolean } | undefined;
  return root?.pictures ?? true;
}
