/** WEB-8: with Save-Data no picture is shown until it is requested. */
import { useRouteLoaderData } from "react-router";

/** Whether pictures are shown on this page. */
export function usePictures(): boolean {
  const root = useRouteLoaderData("root") as { pictures?: boolean } | undefined;
  return root?.pictures ?? true;
}
