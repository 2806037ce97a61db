import { data } from "react-router";
import { NotFoundPage } from "./not-found.tsx";

export const meta = () => [{ title: "Not found · Ona Delivery" }, { name: "robots", content: "noindex" }];

export function loader() {
  return data(null, { status: 404 });
}

/** A form sent to an unknown address. */
export function action() {
  throw data(null, { status: 404 });
}

export default NotFoundPage;
