/** Work that nobody waits for: a tap shows its screen first. */

/** In a page that nobody sees no frame comes. */
const NO_FRAME_MS = 250;

/** Does it once the next frame is on the screen. Returns what calls it off. */
export function afterPaint(work: () => void): () => void {
  let isOver = false;
  const go = () => {
    if (!isOver) work();
    isOver = true;
  };
  const timer = setTimeout(go, NO_FRAME_MS);
  requestAnimationFrame(() => setTimeout(go));
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
