/** Sound and vibration after a scan: yes (accepted), no (refused), same (repeated), wrong (wrong place). */
let audio: AudioContext | null = null;

const NOTES = {
  yes: [{ hertz: 1320, from: 0, ms: 90 }],
  no: [
    { hertz: 220, from: 0, ms: 140 },
    { hertz: 180, from: 180, ms: 220 },
  ],
  same: [
    { hertz: 660, from: 0, ms: 80 },
    { hertz: 660, from: 140, ms: 80 },
  ],
  wrong: [
    { hertz: 880, from: 0, ms: 110 },
    { hertz: 440, from: 140, ms: 110 },
    { hertz: 880, from: 280, ms: 110 },
    { hertz: 440, from: 420, ms: 180 },
  ],
};
export type Signal = keyof typeof NOTES;
const VIBRATION = { yes: [60], no: [120, 80, 120], same: [40, 60, 40], wrong: [200, 80, 200, 80, 200] };

/**
 * Gives the signal. A browser plays no sound before the person has pressed a key or touched the page, so the page must
 * also show the outcome.
 */
export function signal(response: Signal): void {
  navigator.vibrate?.(VIBRATION[response]);
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume().catch(() => {});
    for (const { hertz, from, ms } of NOTES[response]) {
      const start = audio.currentTime + from / 1000;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = hertz;
      volume.gain.value = 0.2;
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + ms / 1000);
    }
  } catch {
    // The device cannot play sound.
  }
}
