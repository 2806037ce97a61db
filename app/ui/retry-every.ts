/** Calls `work` every `ms` ms, and at once when the network is back. Returns a function that stops this. */
export function retryEvery(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  window.addEventListener("online", work);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", work);
  };
}
