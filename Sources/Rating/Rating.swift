// Rating
