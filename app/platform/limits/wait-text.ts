/** 'Please wait …' in seconds, minutes or hours. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `Please wait ${seconds} seconds and try again.`;
  return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`;
}
