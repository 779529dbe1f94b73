/** The id of a row as the database writes it: any digits, always in small letters, so that equal ids are equal texts. */
export const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
