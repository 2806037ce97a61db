/** A database of a test file's own, made in a moment. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "./database-setup.ts";

export type TestDatabase = { connectionString: string; drop(): Promise<void> };

/** A copy of the template, in today's shape. */
export const openTestDatabase = (): Promise<TestDatabase> => openCopy(TEMPLATE);

/** One without any table. */
export const openEmptyDatabase = (): Promise<TestDatabase> => openCopy("template0");

async function openCopy(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const address = inject("adminConnectionString");
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  // Two files copying the template at the same moment exclude each other.
  for (let tries = 0; ; tries++) {
    try {
      await admin(`create database ${name} template ${template}`);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== "55006" || tries > 50) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { connectionString: url.href, drop: () => admin(`drop database if exists ${name} with (force)`) };
}
