/** The payload of a job that removes the files of pictures: their keys, because their rows are already deleted. */
export type PicturesJob = { keys: string[] };
