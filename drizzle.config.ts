import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./app/platform/db/schema.ts",
    "./app/platform/db/schema/rider-numbers.ts",
    "./app/platform/db/schema/payee-numbers.ts",
  ],
  out: "./migrations",
});
