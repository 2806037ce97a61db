/** Asks the service worker to keep the public page that is shown now, for when the line is lost. */
export function keepThisPage(): void {
  if (!("serviceWorker" in navigator)) return;
  const path = window.location.pathname;
  navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.active?.postMessage({ keep: path }))
    .catch(() => {
      // Kept or not, the page works while there is a line.
    });
}
