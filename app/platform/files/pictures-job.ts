/** What a job that removes pictures carries: their keys, which nobody can find in the database any more. */
export type PicturesJob = { keys: string[] };
