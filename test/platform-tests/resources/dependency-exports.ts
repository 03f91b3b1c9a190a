/** Fields of document 2, Dependency list export. */
export const EXPORT = ['id', 'status', 'has_finished', 'export_type', 'send_email', 'expires_at', 'self', 'download'];
/** Fields of a bill of materials (document 2:88). */
export const BOM = ['bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', 'components'];
