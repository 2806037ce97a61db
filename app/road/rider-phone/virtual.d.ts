/** Made by scripts/rider-phone-build.ts. */
declare module "virtual:rider-phone" {
  const built: { script: string; isModule: boolean; version: string; css: string };
  export default built;
}
