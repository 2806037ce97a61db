// Leads an open lock screen back to its page once the site is open (as app/company/site-lock/watch-lock.ts does in the app).
const ask = () => {
  if (document.visibilityState !== "visible") return;
  fetch("/live/lock", { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status === 204 && location.replace(document.querySelector("[name=next]").value),
    () => {},
  );
};
if (!navigator.connection?.saveData) setInterval(ask, 30_000 + Math.random() * 5000);
document.addEventListener("visibilitychange", ask);
addEventListener("pageshow", (event) => event.persisted && ask());
