/** Once a run: a PostgreSQL of its own, and in it a template that every test file copies instead of migrating anew. */
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../../app/db/migrate.server.ts";
import { startJobs } from "../../app/jobs/jobs.server.ts";
import { startTestPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    adminConnectionString: string;
  }
}

export const TEMPLATE = "template_ona";

export default async function setup(project: TestProject) {
  const kind = process.env["TEST_DATABASE"] === "server" ? "server" : "embedded";
  const server = await startTestPostgres(kind);
  const template = await server.createDatabaseFrom("template0", TEMPLATE);
  await migrateDatabase(template);
  const jobs = await startJobs(template, (error) => console.error(error));
  await jobs.stop();
  project.provide("adminConnectionString", server.adminConnectionString);
  return () => server.stop();
}
