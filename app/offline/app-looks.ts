/** Returns the values that are the same in the web app manifests of the product and of the rider's page. */
export const appLooks = (colour: string) => ({
  display: "standalone",
  background_color: colour,
  theme_color: colour,
  icons: [192, 512].flatMap((size) =>
    ["any", "maskable"].map((purpose) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    })),
  ),
});
