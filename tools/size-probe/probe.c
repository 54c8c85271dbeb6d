// Exits with status 0 if a file of 3 GiB opens and its date, 2040-02-29T12:00:00Z, is read and split rightly.
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **arguments) {
  int file = count == 2 ? open(arguments[1], O_RDONLY) : -1;
  struct stat status;
  if (file < 0 || fstat(file, &status) < 0) return 1;
  if (status.st_size != (off_t)3 << 30 || lseek(file, 0, SEEK_END) != status.st_size) return 2;
  struct tm date;
  if (!gmtime_r(&status.st_mtime, &date)) return 3;
  return date.tm_year == 140 && date.tm_mon == 1 && date.tm_mday == 29 && date.tm_hour == 12 ? 0 : 4;
}
