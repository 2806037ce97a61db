/** The payload of a job that removes pictures: their keys, which are no longer in the database. */
export type PicturesJob = { keys: string[] };
