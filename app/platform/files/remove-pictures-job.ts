/**
 * The payload of a job that removes the files of pictures. It has the keys of the files, because the pictures' rows are
 * already deleted.
 */
export type PicturesJob = { keys: string[] };
