/** WEB-8: true if the page shows pictures. With Save-Data, it shows them only on request. */
import { useRouteLoaderData } from "react-router";

export function usePictures(): boolean {
  const root = useRouteLoaderData("root") as { pictures?: boolean } | undefined;
  return root?.pictures ?? true;
}
