/** The payload of a job that removes pictures' files: their keys, because the rows are already deleted. */
export type PicturesJob = { keys: string[] };
