/** Calls `work` every so many milliseconds, and at once when the network is back. Returns what stops it. */
export function retryEvery(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  window.addEventListener("online", work);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", work);
  };
}
