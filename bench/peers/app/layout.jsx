export default function Layout({ children }) {
  return (
    <html lang="en-NG">
      <body>{children}</body>
    </html>
  );
}
