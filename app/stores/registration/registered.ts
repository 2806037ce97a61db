/** The toast after a registration, and the page with the next steps. */
export const STORE_REGISTERED = { title: "Store registered!", text: "Your store is live. One moment." };
export const REGISTERED_PAGE = "/store/registration-success";
