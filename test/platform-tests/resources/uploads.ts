/** Fields of document 2, Upload. */
export const NEW_UPLOAD = ['id', 'alt', 'url', 'full_path', 'markdown'];
export const UPLOAD = ['id', 'size', 'filename', 'created_at', 'uploaded_by'];
export const UPLOADED_BY = ['id', 'name', 'username'];
